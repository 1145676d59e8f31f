import { form } from '#campaign/copy/interface.ts'
import type { Campaign } from '#contract/campaign.ts'
import type { FormView, Site } from '#contract/render.ts'

/** The words of the form that travel with its HTML. The first response has no room for all of them: `filling` and `joined` are in its code. */
export type FormWords = Omit<Campaign['forms'], 'placeholder' | 'welcomeTitle'> &
  Pick<typeof form, 'another' | 'trap'> & {
    optIn: Site['optIn']
    settled: { text: string; next?: string }
  }

/** What comes next differs: with double opt-in a mail has to be answered. */
export function formWords(
  { forms }: Pick<Campaign, 'forms'>,
  { optIn }: Pick<Site, 'optIn'>,
): FormWords {
  const { label, note, success, bonus } = forms
  const {
    another,
    trap,
    settled: { text, next },
  } = form
  return {
    label,
    note,
    success,
    bonus,
    another,
    trap,
    optIn,
    settled: optIn === 'double' ? { text, next } : { text },
  }
}

/** What is said over a plain form that came back unsent. */
export type ProblemWords = { title: string; text: string }

export function problemWords(view: FormView): ProblemWords | undefined {
  if (view.state === 'busy')
    return { title: form.busyTitle, text: form.busy.replace('{seconds}', String(view.retryAfterS)) }
  if (view.state === 'not-stored') return { title: form.notStoredTitle, text: form.notStored }
  return undefined
}

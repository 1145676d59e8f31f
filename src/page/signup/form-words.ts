import { form, formFromElsewhere, joinedTexts } from '#campaign'
import type { Campaign } from '#contract/campaign/campaign.ts'
import type { FormView, Site } from '#contract/render.ts'
import { fill } from '#contract/text.ts'

/**
 * The form's words that travel with its HTML. `formMessages` are in the form's code instead, to
 * keep the first response small. `steps`: what is left to do after a sign-up, instead of one
 * sentence (LINE-9).
 */
export type FormWords = Omit<Campaign['forms'], 'placeholder' | 'welcomeTitle'> &
  Pick<typeof form, 'another' | 'trap'> & {
    welcome: { text: string; help: string; another: string }
    steps?: readonly string[]
    joined: { text: string; next?: string }
  }

/** With double opt-in the joined line also asks the visitor to confirm the mail. */
export function formWords(
  { forms: { label, note, place, success, bonus } }: Pick<Campaign, 'forms'>,
  { optIn }: Pick<Site, 'optIn'>,
): FormWords {
  const { another, trap, joined } = form
  return {
    label,
    note,
    ...(place !== undefined && { place }),
    success,
    bonus,
    another,
    trap,
    welcome: joinedTexts[optIn],
    joined: optIn === 'double' ? joined : { text: joined.text },
  }
}

/** The notice above a plain form that the server returned unsaved. */
export type ProblemWords = { title: string; text: string }

export function problemWords(view: FormView): ProblemWords | undefined {
  if (view.state === 'busy')
    return { title: form.busyTitle, text: fill(form.busy, { seconds: view.retryAfterS }) }
  if (view.state === 'elsewhere') return formFromElsewhere
  if (view.state === 'not-stored') return { title: form.notStoredTitle, text: form.notStored }
  return undefined
}

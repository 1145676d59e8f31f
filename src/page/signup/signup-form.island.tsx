import { useEffect } from 'react'
import { scriptPaths } from '#contract/api.ts'
import type { Consent } from '#contract/campaign/consents.ts'
import type { FormView } from '#contract/render.ts'
import type { Origin, Placement } from '#contract/people/waitlist.ts'
import { EmailForm } from './email-form.tsx'
import type { EmailFormOptions } from './form-element.tsx'
import { formTokens } from './form-tokens.ts'
import { Welcome } from './form-notices.tsx'
import type { FormWords } from './form-words.ts'
import { scheduleRetry, sendSignup } from './send-signup.ts'
import { showLaunchState } from './show-launch-state.ts'
import { useEmailForm } from './use-email-form.ts'

export type SignupFormProps = Omit<EmailFormOptions, 'section'> & {
  section: Placement
  /** what the server knew when it rendered the page */
  served: {
    view: FormView
    pageToken: string
    consent: Consent
    words: FormWords
    /** where the page was made for one visit: where that came from, or its friend's code */
    origin?: Partial<Origin> | undefined
    /** set if the page's other form was sent: the address of the page with this form */
    formPath?: string | undefined
  }
  /** called on 'Use another address' */
  onAnother?: () => void
}

/** The form that adds an address to the waitlist. After a success its welcome panel replaces it. */
export function SignupForm({ served, onAnother, ...options }: SignupFormProps) {
  const { section } = options
  const { view, consent, words, origin, formPath } = served
  const form = useEmailForm({
    view,
    section,
    onAnother,
    success: { text: words.success },
    // FORM-6: only a refusal of the address is an error; the page retries any other failed call.
    async send({ email, trap }) {
      const signup = { email, placement: section, consent: consent.version, trap, origin }
      const { outcome, error } = await sendSignup(signup)
      if (outcome === 'closed' || outcome === 'paused') return showLaunchState(outcome === 'paused')
      if (outcome === 'pending') scheduleRetry()
      return outcome === 'refused' ? error : null
    },
  })
  useEffect(() => formTokens.prefetch(), [])
  const { state, refs } = form
  return (
    <EmailForm
      options={options}
      served={served}
      form={form}
      plain={{
        action: section === 'hero' ? scriptPaths.join : `${scriptPaths.join}#${section}-form`,
        origin,
      }}
      panel={
        state.step === 'joined' && (
          <Welcome
            email={state.typed}
            formPath={view.state === 'welcome' ? view.formPath : undefined}
            words={words}
            withSentence={state.reopened}
            headingRef={refs.heading}
            onAnother={form.onAnother}
          />
        )
      }
      joinedLine={{ words, formPath }}
    />
  )
}

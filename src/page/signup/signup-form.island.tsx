import { useEffect } from 'react'
import type { Consent } from '#contract/campaign.ts'
import { paths } from '#contract/api.ts'
import type { FormView } from '#contract/render.ts'
import type { Origin } from '#contract/waitlist.ts'
import { CaptureForm, type CaptureLook } from './capture-form.tsx'
import { tokens } from './meta.ts'
import { ProblemNotice } from './problem-notice.tsx'
import { useJoining } from './use-joining.ts'
import { WelcomePanel } from './welcome-panel.tsx'
import type { FormWords, ProblemWords } from './words.ts'

export type SignupFormProps = CaptureLook & {
  /** what the server knew when it rendered the page; `origin` is that of a form that came back, `problem` why;
   * `settled`: the other form of the page was sent, and where this one stands with the text in it */
  served: {
    view: FormView
    pageToken: string
    consent: Consent
    words: FormWords
    origin?: Origin | undefined
    problem?: ProblemWords | undefined
    settled?: string | undefined
  }
  /** 'Use another address' was pressed: what would have closed stays */
  onAnother?: () => void
}

/** The form that enters an address on the waitlist; after its success the welcome takes its place. */
export function SignupForm({ served, onAnother, ...look }: SignupFormProps) {
  const { section } = look
  const { view, consent, words, origin, problem, settled } = served
  const {
    state,
    refs: { field, heading, slot },
    typed,
    submit,
    another,
  } = useJoining({ view, section, consent, origin, onAnother })
  useEffect(() => tokens.warm(), [])

  const again = view.state === 'welcome' ? view.again : undefined
  return (
    <CaptureForm
      {...look}
      served={served}
      form={{ state, refs: { field, heading, slot }, typed, submit }}
      plain={{ action: section === 'hero' ? paths.join : `${paths.join}#${section}-form`, origin }}
      problem={state.problem && problem && <ProblemNotice {...problem} />}
      panel={
        state.step === 'joined' && (
          <WelcomePanel
            email={state.typed}
            again={again}
            words={words}
            headingRef={heading}
            onAnother={another}
          />
        )
      }
      settled={{ again: settled }}
    />
  )
}

import type { Consent } from '#contract/campaign.ts'
import type { FormView } from '#contract/render.ts'
import type { Origin, Placement } from '#contract/waitlist.ts'
import { planResend } from './resend.ts'
import { sendJoin } from './send.ts'
import { useCapture } from './use-capture.ts'

type JoinRequest = {
  view: FormView
  section: Placement
  consent: Consent
  origin?: Origin | undefined
  onAnother?: (() => void) | undefined
}

/** FORM-6: a sign-up moves on to success whatever became of its call; only a refusal of the address itself does not. */
export const useJoining = ({ view, section, consent, origin, onAnother }: JoinRequest) =>
  useCapture({
    view,
    section,
    onAnother,
    async send({ email, trap }) {
      const outcome = await sendJoin({
        email,
        placement: section,
        consent: consent.version,
        trap,
        origin,
      })
      if (outcome === 'kept') planResend()
      return outcome === 'refused' ? outcome : 'joined'
    },
  })

import type { SuppressionReason } from '#contract/waitlist.ts'

const reasons: Record<SuppressionReason, readonly [name: string, note: string]> = {
  bounce: ['Bounced', 'Mail to this address comes back.'],
  complaint: ['Complained', 'The person reported a mail as spam.'],
  other: ['Other', 'For any other reason, such as a request by phone.'],
}

/** The choice of a reason. `wrong`: the form was sent without one. */
export const SuppressionReasons = ({ wrong }: { wrong: boolean | undefined }) => (
  <fieldset aria-describedby={wrong ? 'no-reason' : undefined}>
    <legend className="label">Reason</legend>
    {wrong && (
      <p id="no-reason" className="wrong">
        Choose a reason.
      </p>
    )}
    {Object.entries(reasons).map(([value, [name, note]]) => (
      <label key={value} className="option">
        <input type="radio" name="reason" value={value} required />
        <span>
          {name}
          <small>{note}</small>
        </span>
      </label>
    ))}
  </fieldset>
)

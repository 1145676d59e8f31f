import { fieldNames } from '#contract/waitlist.ts'

/** What the plain form sends beside the address. People neither see nor reach the trap; what fills it is no person. */
export const HiddenFields = ({
  values,
  trapWords,
}: {
  values: Record<string, string>
  trapWords: string
}) => (
  <>
    {Object.entries(values).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <div className="trap" aria-hidden="true">
      <label>
        {trapWords}
        <input name={fieldNames.trap} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  </>
)

import type { SentForm } from '#contract/screens.ts'

/** The fields that a form sent, so that it can be sent again. */
export const HiddenFields = ({ fields }: { fields: SentForm }) =>
  fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

/** The fields that a form sent, so that it can be sent again. */
export const HiddenFields = ({ fields }: { fields: readonly (readonly [string, string])[] }) =>
  fields.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

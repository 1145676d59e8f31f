import type { ReactNode } from 'react'
import { leftReasons, type LeftReason } from '#contract/import-screens.ts'
import type { ImportFields, ImportWrong } from '#server/dashboard/imports.ts'

/** What the people in the file are. */
export const KindFields = ({
  chosen,
  describedBy,
}: {
  chosen: string | undefined
  describedBy?: string | undefined
}) => (
  <fieldset aria-describedby={describedBy}>
    <legend className="label">The people in the file</legend>
    {kinds.map(({ value, name, note }) => (
      <label key={value} className="option">
        <input
          type="radio"
          name="people"
          value={value}
          required
          defaultChecked={chosen === value}
        />
        <span>
          {name}
          <small>{note}</small>
        </span>
      </label>
    ))}
  </fieldset>
)

const kinds = [
  {
    value: 'confirmed',
    name: 'Agreed to get mail, and you can prove it',
    note: 'They are on the list. Each row needs a date and a source of the consent, from the file or from the fields below.',
  },
  {
    value: 'unconfirmed',
    name: 'Did not confirm yet',
    note: 'They get a confirm mail once they sign up themselves.',
  },
  {
    value: 'left',
    name: 'Everybody in this file left',
    note: 'They unsubscribed, bounced or complained elsewhere, as in a suppression list. Nobody is added. Later files cannot add them, and who is here only by an earlier import is taken off.',
  },
  {
    value: 'service',
    name: 'Let the service decide',
    note: 'Unconfirmed, if the file is from a service that never asks people to confirm, such as Waitloop or Google Forms. For other files the check asks you.',
  },
] as const

/** Why everybody in the file left. Shown with that choice. */
export const ReasonField = ({ chosen }: { chosen: string | undefined }) => (
  <label className="field for-left">
    <span className="label">Why they left</span>
    <select name="reason" defaultValue={chosen ?? ''}>
      <option value="">As the file says, or left</option>
      {leftReasons.map((reason) => (
        <option key={reason} value={reason}>
          {reasonNames[reason]}
        </option>
      ))}
    </select>
  </label>
)

const reasonNames: Record<LeftReason, string> = {
  complained: 'complained',
  blocked: 'blocked',
  left: 'left',
  undeliverable: 'undeliverable: bounced',
}

/** Where, when and to what people agreed, for rows that do not say it. */
export const ConsentFields = ({
  fields,
  wrong,
}: {
  fields: Pick<ImportFields, 'source' | 'date' | 'wording'> | undefined
  wrong: ImportWrong | undefined
}) => (
  <div className="fields for-consent">
    <Field name="source" label="Where they agreed" value={fields?.source}>
      For rows without <code>consent_source</code>. Left empty, it is the service that wrote the
      file, if it is known.
    </Field>
    <Field
      name="date"
      label="When they agreed"
      value={fields?.date}
      describedBy={wrong === 'date' || wrong === 'no-such-day' ? 'wrong' : undefined}
    >
      As 2026-01-31 (UTC), for rows without <code>consent_date</code>.
    </Field>
    <Field name="wording" label="What they agreed to" value={fields?.wording}>
      For rows without <code>consent_wording</code>.
    </Field>
  </div>
)

/** Which columns say who may be mailed, where the check does not see it by itself. */
export const ColumnFields = ({
  status,
  ignore,
}: {
  status: string | undefined
  ignore: string | undefined
}) => (
  <>
    <Field name="status" label="Status columns" value={status}>
      Columns that say who may be mailed, if the check does not list them as such. Put commas
      between several.
    </Field>
    <Field name="ignore" label="Columns to leave out" value={ignore}>
      For instance a status column that is about something else.
    </Field>
  </>
)

const Field = ({
  name,
  label,
  value,
  describedBy,
  children,
}: {
  name: string
  label: string
  value: string | undefined
  describedBy?: string | undefined
  children: ReactNode
}) => (
  <label className="field">
    <span className="label">{label}</span>
    <input type="text" name={name} defaultValue={value} aria-describedby={describedBy} />
    <span className="note">{children}</span>
  </label>
)

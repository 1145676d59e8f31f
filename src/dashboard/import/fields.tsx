import type { ReactNode } from 'react'
import { leftReasons, type LeftReason } from '#contract/people/imports.ts'
import type { ImportFields, ImportWrong } from '#server/imports/screens.ts'
import { importWrongs } from './words.ts'

/** The choices of an import, and what is wrong with them. */
export const ImportChoices = ({
  fields,
  wrong,
}: {
  fields: ImportFields | undefined
  wrong: ImportWrong | undefined
}) => (
  <>
    <fieldset aria-describedby={wrong === 'kind' ? 'wrong' : undefined}>
      <legend className="label">The people in the file</legend>
      {kinds.map(({ value, name, note }) => (
        <label key={value} className="option">
          <input
            type="radio"
            name="people"
            value={value}
            required
            defaultChecked={fields?.people === value}
          />
          <span>
            {name}
            <small>{note}</small>
          </span>
        </label>
      ))}
    </fieldset>
    <label className="field for-left">
      <span className="label">Why they left</span>
      <select name="reason" defaultValue={fields?.reason ?? ''}>
        <option value="">As the file says, or left</option>
        {leftReasons.map((reason) => (
          <option key={reason} value={reason}>
            {reasonNames[reason]}
          </option>
        ))}
      </select>
    </label>
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
    <Field name="status" label="Status columns" value={fields?.status}>
      Columns that say who may be mailed, if the check does not list them as such. Put commas
      between several.
    </Field>
    <Field name="ignore" label="Columns to leave out" value={fields?.ignore}>
      For instance a status column that is about something else.
    </Field>
  </>
)

/** Above the form that it is about. */
export const WrongImport = ({ wrong }: { wrong: ImportWrong | undefined }) =>
  wrong && (
    <p id="wrong" className="wrong" role="alert">
      {importWrongs[wrong]}
    </p>
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

const reasonNames: Record<LeftReason, string> = {
  complained: 'complained',
  blocked: 'blocked',
  left: 'left',
  undeliverable: 'undeliverable: bounced',
}

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

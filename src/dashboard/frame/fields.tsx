import type { ReactNode } from 'react'

/** A day and a time of day, in the campaign's time zone. */
export const TimeFields = ({
  names: [day, time] = ['day', 'time'],
  typed: [typedDay, typedTime],
}: {
  names?: readonly [day: string, time: string]
  typed: readonly [day: string | undefined, time: string | undefined]
}) => (
  <>
    <label className="field">
      <span className="label">Day</span>
      <input type="date" name={day} defaultValue={typedDay} />
    </label>
    <label className="field">
      <span className="label">Time</span>
      <input type="time" name={time} defaultValue={typedTime} />
    </label>
  </>
)

/** A choice, or any. */
export const Choice = ({
  name,
  label,
  value,
  children,
}: {
  name: string
  label: string
  value: string
  children: ReactNode
}) => (
  <label className="field">
    <span className="label">{label}</span>
    <select name={name} defaultValue={value}>
      <option value="">Any</option>
      {children}
    </select>
  </label>
)

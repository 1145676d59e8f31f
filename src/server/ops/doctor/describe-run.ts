import { doctorChecks, type DoctorCheck, type DoctorRun } from '#contract/doctor.ts'

/** The result as lines of text, each record to publish on lines of its own. */
export const describeRun = ({ checks }: DoctorRun): string[] => [
  ...checks.flatMap(describeCheck),
  summaryOf(checks),
]

function describeCheck({ key, state, found, advice, record }: DoctorCheck): string[] {
  return [
    `${doctorChecks[key]}: ${state}`,
    `  ${found}`,
    ...(advice === null ? [] : [`  ${advice}`]),
    ...(record === null
      ? []
      : [`    Name   ${record.name}`, `    Type   ${record.type}`, `    Value  ${record.value}`]),
  ]
}

/** `5 of 8 in order, 1 wrong.` */
export function summaryOf(checks: readonly Pick<DoctorCheck, 'state'>[]): string {
  const counted = (state: DoctorCheck['state']) =>
    checks.filter((check) => check.state === state).length
  const rest = (['wrong', 'could be stricter', 'unknown'] as const).flatMap((state) =>
    counted(state) > 0 ? [`${counted(state)} ${state}`] : [],
  )
  return `${[`${counted('in order')} of ${checks.length} in order`, ...rest].join(', ')}.`
}

import type { Wrong } from '#contract/figures/figures.ts'
import type { SequenceCopy, SequenceStep } from '#contract/quiz/sequence.ts'

/**
 * What a campaign's sequence cannot be, or could not be sent by. Empty texts are found with all
 * others.
 */
export const wrongSequence = ({ timeZone, quietHours, steps }: SequenceCopy): Wrong[] => [
  ...(isTimeZone(timeZone)
    ? []
    : [{ key: 'sequence.timeZone', reason: `'${timeZone}' is no time zone` }]),
  ...(['from', 'to'] as const)
    .filter((end) => !isHour(quietHours[end]))
    .map((end) => ({
      key: `sequence.quietHours.${end}`,
      reason: `${quietHours[end]} is no hour from 0 to 23`,
    })),
  ...steps.flatMap((step, at) => wrongStep(step, at, steps)),
]

function wrongStep(
  { name, afterDays, texts }: SequenceStep,
  at: number,
  steps: readonly SequenceStep[],
): Wrong[] {
  const key = `sequence.steps.${at}`
  const former = steps[at - 1]
  return [
    ...(/^[a-z0-9-]{1,40}$/.test(name)
      ? []
      : [{ key: `${key}.name`, reason: 'a name is of lower-case letters, digits and hyphens' }]),
    ...(steps.findIndex((other) => other.name === name) < at
      ? [{ key: `${key}.name`, reason: `the name '${name}' stands twice` }]
      : []),
    ...wrongDays(afterDays, former).map((reason) => ({ key: `${key}.afterDays`, reason })),
    ...Object.entries(texts)
      .filter(([, { paragraphs }]) => paragraphs.length === 0)
      .map(([type]) => ({
        key: `${key}.texts.${type}.paragraphs`,
        reason: 'a mail has a paragraph',
      })),
  ]
}

function wrongDays(afterDays: number, former: SequenceStep | undefined): string[] {
  if (!Number.isInteger(afterDays) || afterDays < 0)
    return [`${afterDays} is no whole number of days`]
  if (!former) return afterDays === 0 ? [] : ['the first mail goes out at once, after 0 days']
  return afterDays > former.afterDays ? [] : [`the step before it comes after ${former.afterDays}`]
}

const isHour = (hour: number) => Number.isInteger(hour) && hour >= 0 && hour <= 23

/** A name, as summer time is unknown to a distance such as '+01:00', which Intl takes as well. */
export function isTimeZone(name: string): boolean {
  try {
    return (
      /^[a-z]/i.test(name) &&
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    )
  } catch {
    return false
  }
}

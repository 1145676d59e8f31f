import type { PerformanceType } from '#contract/quiz.ts'
import type { SequenceCopy, SequenceStep, SequenceText, StopRule } from '#contract/sequence.ts'

const names: Record<PerformanceType, string> = { focus: 'Focus Optimizer', energy: 'Energy Maximizer', stress: 'Stress Optimizer', motivation: 'Motivation Catalyst' }
const everyStop: readonly StopRule[] = ['unsubscribed', 'suppressed', 'replaced', 'closed']

/** The mails that follow a quiz result. */
export const sequence: SequenceCopy = {
  timeZone: 'Europe/Amsterdam',
  quietHours: { from: 21, to: 8 },
  closed: false,
  steps: [
    step('protocol', 0, 'Your protocol', 'Do the first item tomorrow morning, before the day has asked for anything.'),
    step('first-days', 2, 'The first two days', 'Write down what you did and at what time. Two lines are enough.'),
    step('adjust', 5, 'Time to adjust', 'Drop the one item that you skipped most, and keep the others as they are.'),
    step('keep', 9, 'What to keep', 'Keep what has become easy. It is the part that lasts.'),
  ],
}

function step(name: string, afterDays: number, subject: string, line: string): SequenceStep {
  const textFor = (type: PerformanceType): SequenceText => ({ subject: `${subject}: ${names[type]}`, preview: line, title: `${subject}.`, paragraphs: [line] })
  return { name, afterDays, stops: everyStop, texts: { focus: textFor('focus'), energy: textFor('energy'), stress: textFor('stress'), motivation: textFor('motivation') } }
}

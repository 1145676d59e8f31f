import type { Wrong } from '#contract/figures/figures.ts'
import { takenNames } from '#contract/quiz/pages.ts'
import { typesOf, type Option, type PerformanceType, type QuizCopy } from '#contract/quiz/quiz.ts'
import { listed } from '#contract/english.ts'

/** BRAND-6: so many types, and so many questions. A question has so many options. */
const few = { least: 2, most: 8 }
const fewOptions = { least: 2, most: 6 }

/** QUIZ-1 and QUIZ-3: what a campaign's quiz cannot be, or could not be saved with. */
export function wrongQuiz(quiz: QuizCopy): Wrong[] {
  const types = typesOf(quiz)
  const ids = quiz.questions.map(({ id }) => id)
  const shape = [
    ...outside('quiz.types', types.length, few, 'a quiz has two to eight types'),
    ...outside('quiz.questions', ids.length, few, 'a quiz has two to eight questions'),
    ...types.flatMap((type) => wrongKey(type, `quiz.types.${type}`, ['none'])),
    ...otherKeys(quiz.dialog.axes, types, 'quiz.dialog.axes', 'axis'),
    ...ids.flatMap((id, at) => [
      ...wrongKey(id, `quiz.questions.${at}.id`, takenNames),
      ...twice(id, ids.slice(at + 1), `quiz.questions.${at}.id`),
    ]),
    ...quiz.questions.flatMap((question, at) => wrongOptions(question.options, at, types)),
  ]
  return shape.length > 0 ? shape : unreachable(quiz)
}

/** The keys of `part` are those of the types. `what` stands at each. */
export const otherKeys = (
  part: Readonly<Record<string, unknown>>,
  types: readonly PerformanceType[],
  key: string,
  what: string,
): Wrong[] => [
  ...types
    .filter((type) => !Object.hasOwn(part, type))
    .map((type) => ({ key: `${key}.${type}`, reason: `the type '${type}' has no ${what}` })),
  ...Object.keys(part)
    .filter((name) => !types.includes(name))
    .map((name) => ({
      key: `${key}.${name}`,
      reason: `the quiz has no type '${name}': its types are ${listed(types, 'and')}`,
    })),
]

function wrongOptions(offered: readonly Option[], at: number, types: readonly PerformanceType[]) {
  const key = `quiz.questions.${at}.options`
  const ids = offered.map(({ id }) => id)
  return [
    ...outside(key, offered.length, fewOptions, 'a question has two to six options'),
    ...offered.flatMap(({ id, icon, scores }, index) => [
      ...(/^[a-z0-9-]{1,40}$/.test(id)
        ? []
        : [
            {
              key: `${key}.${index}.id`,
              reason: 'an id is of lower-case letters, digits and hyphens',
            },
          ]),
      ...twice(id, ids.slice(index + 1), `${key}.${index}.id`),
      ...(/^[a-z-]+$/.test(icon)
        ? []
        : [
            {
              key: `${key}.${index}.icon`,
              reason: 'an icon is named in lower-case letters and hyphens',
            },
          ]),
      ...wrongScores(scores, types, `${key}.${index}.scores`),
    ]),
  ]
}

const wrongScores = (
  scores: Option['scores'],
  types: readonly PerformanceType[],
  key: string,
): Wrong[] => [
  ...otherKeys(scores, types, key, 'score'),
  ...types
    .filter((type) => Object.hasOwn(scores, type) && ![1, 2, 3].includes(scores[type]!))
    .map((type) => ({ key: `${key}.${type}`, reason: `${scores[type]} is no score from 1 to 3` })),
]

const outside = (
  key: string,
  count: number,
  { least, most }: typeof few,
  reason: string,
): Wrong[] => (count >= least && count <= most ? [] : [{ key, reason }])

const twice = (id: string, later: readonly string[], key: string): Wrong[] =>
  later.includes(id) ? [{ key, reason: `the id '${id}' stands twice` }] : []

/**
 * A key is a name in JSON, in a form and in a URL. It begins with a letter, because an object lists
 * keys of digits before all others, and the order of the types counts.
 */
function wrongKey(name: string, key: string, taken: readonly string[]): Wrong[] {
  if (!/^[a-z][a-z0-9_-]{0,39}$/.test(name))
    return [
      {
        key,
        reason: `'${name}' is no key: it begins with a lower-case letter, and has at most 40 lower-case letters, digits, hyphens and underscores`,
      },
    ]
  // `constructor` would be found in every object.
  return taken.includes(name) || name in {}
    ? [{ key, reason: `'${name}' has another meaning already: choose another key` }]
    : []
}

/** Of all ways to answer there must be one for each type. */
const unreachable = (quiz: QuizCopy): Wrong[] =>
  typesOf(quiz)
    .filter((type) => !canLead(type, quiz))
    .map((type) => ({ key: `quiz.types.${type}`, reason: 'no way to answer leads to it' }))

/**
 * Whether one way to answer makes `type` the result. There are up to 6^8 ways, so this leaves out
 * those in which some other type is too far ahead for the questions that are left.
 */
function canLead(type: PerformanceType, { questions, types }: QuizCopy): boolean {
  const order = typesOf({ types })
  const rivals = order.filter((other) => other !== type)
  const weight = (at: number) => 4 ** questions.length + 4 ** at
  // Sums of these numbers order the types as `ranked` of contract/quiz/quiz.ts does.
  const leads = questions.map(({ options }, at) =>
    options.map(({ scores }) =>
      rivals.map((rival) => (scores[type]! - scores[rival]!) * weight(at)),
    ),
  )
  const winsTie = rivals.map((rival) => order.indexOf(type) < order.indexOf(rival))
  const gains = leads.map((ofOptions) =>
    rivals.map((_, rival) => Math.max(...ofOptions.map((lead) => lead[rival]!))),
  )
  const later = gains.map((_, at) =>
    rivals.map((_, rival) => gains.slice(at + 1).reduce((sum, gain) => sum + gain[rival]!, 0)),
  )
  const leadsFrom = (at: number, ahead: readonly number[]): boolean =>
    at === leads.length ||
    leads[at]!.some((lead) => {
      const now = ahead.map((by, rival) => by + lead[rival]!)
      const isOpen = now.every((by, rival) => {
        const best = by + later[at]![rival]!
        return best > 0 || (best === 0 && winsTie[rival])
      })
      return isOpen && leadsFrom(at + 1, now)
    })
  return leadsFrom(
    0,
    rivals.map(() => 0),
  )
}

import type { Act } from '#server/acts/act.ts'
import { lineActs } from '#server/line/acts.ts'
import { lineRuleActs } from '#server/line/rule.ts'
import { waveActs } from '#server/line/wave-acts.ts'
import { launchActs } from '#server/launch/acts.ts'
import { letterActs } from '#server/letters/acts.ts'
import { sendActs } from '#server/letters/send-acts.ts'
import { mailActs } from '#server/ops/mail-acts.ts'
import { exported } from '#server/people/export.ts'
import { personActs } from '#server/people/acts.ts'
import { manyPeopleActs } from '#server/people/many-acts.ts'
import { backupMade } from './task.ts'
import { sessionActs } from './session-acts.ts'

/** Every act of operators. The log finds its words here, and tests what to try. */
export const acts: readonly Act[] = [
  ...sessionActs,
  backupMade,
  ...personActs,
  ...manyPeopleActs,
  exported,
  ...lineActs,
  ...lineRuleActs,
  ...waveActs,
  ...launchActs,
  ...letterActs,
  ...sendActs,
  ...mailActs,
]

const byName = new Map(acts.map((act) => [act.name, act]))
export const actNamed = (name: string): Act | undefined => byName.get(name)

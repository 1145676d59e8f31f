import type { LineAct } from '#contract/people/personal-data.ts'
import type { MoveRecord, RewardRecord, SpotRecord } from './records.ts'

/** END-2: `whileOpen` follows the text while somebody can join. */
export type TextNow = { text: string; whileOpen?: string }

/**
 * LINE-9: the words of a person's own page about the line, of its acts and of leaving. Days and
 * times are in the campaign's time zone.
 */
export type LineMeCopy = {
  /** the page's name, in the window's title */
  title: string
  /** above the place */
  above: string
  dials: {
    before: string
    behind: string
    friends: { one: string; some: string }
    lookedAt: string
  }
  chart: { caption: string; says: string; point: string; now: string }
  crowd: { label: string; of: string; goal: string }
  /** instead of a place */
  invited: { title: string; text: string }
  taken: string
  waits: TextNow
  quiz: { label: string; saved: string }
  kept: KeptCopy
  /** `jump`: what leads to it from the top of the page */
  out: TextNow & { label: string; title: string; jump: string }
  acts: Record<LineAct, ActCopy>
  /** from the page of an act back to the own page */
  back: string
  name: { label: string; hint: string; wrong: string; remove: string }
  leave: LeaveCopy
}

/** The personal data of the line. */
type KeptCopy = {
  label: string
  line: {
    title: string
    order: string
    friends: string
    /** LINE-5: which friends wait, with the blanks of the rules */
    lookedAt: string
    /** friends who count for the place alone */
    placeOnly: string
    byLink: string
    byNobody: string
    move: Record<MoveRecord['why'], string>
    reward: Record<RewardRecord['state'], string>
    number: string
    spot: string
    spotStates: Record<SpotRecord['state'], string>
  }
  /** `rename` leads to the page of the name, once there is one */
  link: { title: string; code: string; named: string; unnamed: string; rename: string }
  news: { title: string; on: string; stopped: string }
  device: { title: string; remembered: string; forgotten: string }
}

/** `link`: what leads to it from the page. */
type ActCopy = { link: string; title: string; text: string; button: string }

type LeaveCopy = {
  ask: {
    chip: string
    above: string
    stay: string
    /** instead, for somebody whose spot is held or taken */
    spot: { held: TextNow; taken: string; stay: string }
    level: string
    without: string
  } & TextNow
  /** `n`: days until the place is lost */
  left: {
    chip: string
    one: string
    some: string
    erase: string
  } & TextNow
}

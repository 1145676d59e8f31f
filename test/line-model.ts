import fc from 'fast-check'
import { gainOf } from '#contract/line/line.ts'
import { creditLimits } from '#contract/line/rules.ts'
import type { CreditsTable, WaveSpotsTable } from '#server/db/line-schema.ts'
import { dayMs, terms } from './line-people.ts'

/** Of whom a press is: the domain of the address, and the client's address. */
export type From = {
  domain: 'gmail.com' | 'club.example' | 'mailinator.com'
  address: '192.0.2.7' | '192.0.2.250' | '2001:db8:77:5::1' | '203.0.113.9'
}

/** An act on the line. Numbers choose one of the people that fit. */
export type Act =
  | ({ does: 'enter'; by: number | null } & From)
  | { does: 'return' | 'leave' | 'bounce' | 'complain' | 'erase' | 'take' | 'pass'; who: number }
  | { does: 'again'; who: number; by: number }
  | { does: 'rule'; who: number; ruling: 'counts' | 'refused' }
  | { does: 'wave'; spots: number; hours: number }
  | { does: 'wait'; hours: number }
  | { does: 'jobs' }

const who = fc.nat({ max: 20 })
export const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc.record({
        does: fc.constant('enter' as const),
        by: fc.option(who, { freq: 3 }),
        domain: fc.constantFrom('gmail.com', 'club.example', 'club.example', 'mailinator.com'),
        address: fc.constantFrom(
          ...(['192.0.2.7', '192.0.2.250', '2001:db8:77:5::1', '203.0.113.9'] as const),
        ),
      }),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        does: fc.constantFrom(
          ...(['return', 'return', 'leave', 'leave', 'bounce', 'complain', 'erase'] as const),
          ...(['take', 'pass'] as const),
        ),
        who,
      }),
    },
    fc.record({ does: fc.constant('again' as const), who, by: who }),
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constant('rule' as const),
        who,
        ruling: fc.constantFrom('counts' as const, 'refused' as const),
      }),
    },
    fc.record({
      does: fc.constant('wave' as const),
      spots: fc.integer({ min: 1, max: 4 }),
      hours: fc.constantFrom(48, 200),
    }),
    {
      weight: 3,
      arbitrary: fc.record({
        does: fc.constant('wait' as const),
        hours: fc.constantFrom(1, 49, 8 * 24, 30 * 24),
      }),
    },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('jobs' as const) }) },
  ),
  { minLength: 6, maxLength: 16 },
)

type Credit = Pick<CreditsTable, 'state' | 'reason' | 'at' | 'changedAt'> & {
  owner: Person
  ruled: boolean
  domain: From['domain'] | null
}
export type Person = {
  name: string
  list: 'confirmed' | 'left' | 'silenced' | 'erased'
  /** null: no place, and none to come back to */
  where: 'line' | 'left' | 'invited' | 'taken' | null
  order: number
  until: number
  credit: Credit | null
}
type Spot = Pick<WaveSpotsTable, 'state' | 'order' | 'until'> & { person: Person; wave: Wave }
type Wave = { size: number; lastsMs: number }

const counts = (credit: Credit | null) =>
  credit !== null && (credit.state === 'counted' || credit.state === 'place-only')

/** The rules A.1 to A.8 in memory: a list of people that is sorted anew for each question. */
export function lineModel() {
  const people: Person[] = []
  const spots: Spot[] = []
  const waves: Wave[] = []
  let next = 1
  const rings = ringModel(people)

  const friendsOf = (person: Person) =>
    people.filter(({ credit }) => credit?.owner === person && counts(credit)).length
  const keyOf = (person: Person) => person.order - gainOf(friendsOf(person), terms)
  const sorted = () =>
    people
      .filter(({ where }) => where === 'line')
      .map((person) => ({ person, key: keyOf(person) }))
      .sort((a, b) => a.key - b.key || a.person.order - b.person.order)
      .map(({ person }) => person)

  function append(person: Person) {
    person.where = 'line'
    person.order = next++
  }
  function setCredit(credit: Credit, state: Credit['state'], now: number) {
    credit.state = state
    credit.changedAt = now
  }
  function forgetReturn(person: Person) {
    person.where = null
    for (const one of people) if (one.credit?.owner === person) one.credit = null
    if (person.credit?.state === 'taken-back') person.credit = null
  }

  function invite(wave: Wave, most: number, until: number) {
    const had = (person: Person) =>
      spots.some((spot) => spot.person === person && (spot.wave === wave || spot.state === 'came'))
    const invited = sorted()
      .filter((person) => !had(person))
      .slice(0, most)
    for (const person of invited) {
      person.where = 'invited'
      spots.push({ person, wave, state: 'invited', order: person.order, until })
    }
    return invited.length
  }
  function endSpots(over: readonly Spot[], state: 'expired' | 'passed') {
    for (const spot of over) spot.state = state
    for (const { person } of over.toSorted((a, b) => a.order - b.order)) {
      const missed = spots.filter(
        (spot) =>
          spot.person === person &&
          spot.order === person.order &&
          ['expired', 'passed', 'left'].includes(spot.state),
      ).length
      if (missed < 2) person.where = 'line'
    }
    for (const { person } of over.toSorted((a, b) => a.order - b.order))
      if (person.where === 'invited') append(person)
  }

  return {
    people,
    spots,
    sorted,
    friendsOf,

    /** `from`: null for a press that no limit sees. */
    enter(name: string, owner: Person | null, from: From | null, now: number): Person {
      const person: Person = {
        name,
        list: 'confirmed',
        where: 'line',
        order: next++,
        until: 0,
        credit: null,
      }
      people.push(person)
      if (from) rings.noteOwn(person, from, now)
      const hasPlace =
        owner && owner.where !== null && (owner.where !== 'left' || owner.until > now)
      if (!hasPlace) return person
      const reason = from ? rings.reasonOf(owner, from, now) : ''
      const state = reason === '' ? 'counted' : 'waiting'
      const domain = from?.domain ?? null
      person.credit = { owner, state, reason, at: now, changedAt: now, ruled: false, domain }
      return person
    },
    leave(person: Person, list: 'left' | 'silenced' | 'erased', now: number) {
      const isListed = person.list === 'confirmed'
      person.list = list
      if (isListed || list === 'erased') {
        const { credit } = person
        if (credit && !['refused', 'taken-back'].includes(credit.state))
          setCredit(credit, 'taken-back', now)
        for (const spot of spots)
          if (spot.person === person && spot.state === 'invited') spot.state = 'left'
      }
      if (list === 'erased') {
        forgetReturn(person)
        person.credit = null
      } else if (isListed) {
        person.where = 'left'
        person.until = now + terms.returnDays * dayMs
      }
    },
    comeBack(person: Person, now: number) {
      person.list = 'confirmed'
      if (person.where === 'left' && person.until > now) person.where = 'line'
      else {
        if (person.where === 'left') forgetReturn(person)
        append(person)
      }
      if (spots.some((spot) => spot.person === person && spot.state === 'came'))
        person.where = 'taken'
      const { credit } = person
      if (credit?.state !== 'taken-back') return
      if (now >= credit.changedAt + terms.returnDays * dayMs) return
      const isSure = credit.reason === '' || credit.ruled
      const isOverdue = credit.at + terms.rulingDays * dayMs <= now
      setCredit(credit, isSure ? 'counted' : isOverdue ? 'place-only' : 'waiting', now)
    },
    rule({ credit, where }: Person, ruling: 'counts' | 'refused', now: number) {
      if (!credit) return
      credit.ruled = true
      const counted = where === null || where === 'left' ? 'taken-back' : 'counted'
      const state = ruling === 'refused' ? 'refused' : counted
      if (state !== credit.state) setCredit(credit, state, now)
    },
    inviteWave(size: number, lastsMs: number, now: number) {
      const wave = { size, lastsMs }
      wave.size = invite(wave, size, now + lastsMs)
      if (wave.size > 0) waves.push(wave)
    },
    openSpotOf: (person: Person, now: number) =>
      spots.find((spot) => spot.person === person && spot.state === 'invited' && spot.until > now),
    take(spot: Spot) {
      spot.state = 'came'
      spot.person.where = 'taken'
    },
    pass: (spot: Spot) => endSpots([spot], 'passed'),
    runJobs(now: number) {
      for (const { credit } of people)
        if (credit?.state === 'waiting' && credit.at + terms.rulingDays * dayMs <= now)
          setCredit(credit, 'place-only', now)
      for (const person of people)
        if (person.where === 'left' && person.until <= now) forgetReturn(person)
      endSpots(
        spots.filter((spot) => spot.state === 'invited' && spot.until <= now),
        'expired',
      )
      for (const wave of waves) {
        const held = spots.filter(
          (spot) => spot.wave === wave && ['invited', 'came'].includes(spot.state),
        )
        invite(wave, wave.size - held.length, now + wave.lastsMs)
      }
    },
  }
}

/** LINE-5 in memory: when the budget of an owner's link for a network is full again, and by whom. */
function ringModel(people: readonly Person[]) {
  const { network, domain, link } = creditLimits
  const everyMs = (network.days * dayMs) / network.people
  const own = new Map<Person, Map<string, number>>()
  const fullAt = new Map<Person, Map<string, number>>()
  const timesOf = (of: Map<Person, Map<string, number>>, person: Person) => {
    if (!of.has(person)) of.set(person, new Map<string, number>())
    return of.get(person)!
  }
  const networkOf = ({ address }: From) =>
    address.includes(':') ? address.split(':').slice(0, 3).join(':') : address.replace(/\d+$/, '')

  return {
    noteOwn: (person: Person, from: From, now: number) =>
      void timesOf(own, person).set(networkOf(from), now + everyMs),
    reasonOf(owner: Person, from: From, now: number): Credit['reason'] {
      const credits = people.flatMap(({ credit }) => (credit?.owner === owner ? [credit] : []))
      if (from.domain === 'mailinator.com') return 'disposable'
      const key = networkOf(from)
      const times = timesOf(fullAt, owner)
      if (!times.has(key)) times.set(key, timesOf(own, owner).get(key) ?? 0)
      const next = Math.max(times.get(key)!, now) + everyMs
      if (next > now + network.people * everyMs) return 'network'
      const alike = credits.filter((credit) => credit.domain === from.domain)
      if (from.domain === 'club.example' && alike.length >= domain.people) return 'domain'
      const hourAgo = now - link.hours * 3_600_000
      const recent = credits.filter(({ reason, at }) => reason === '' && at > hourAgo)
      if (recent.length >= link.people) return 'hour'
      times.set(key, next)
      return ''
    },
  }
}

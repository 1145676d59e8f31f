import { z } from 'zod'
import { type CampaignPart } from '#contract/campaign/campaign-parts.ts'
import type { Question } from '#contract/dashboard/ask.ts'
import { json, type Action, type Option, type Options } from '#server/cli/command-table.ts'
import { notDone } from '#server/cli/command.ts'
import type { Store } from '#server/db/store.ts'
import { newId } from '#server/db/new-id.ts'
import { insertAct, shell, writeOutcome, type ActToLog } from './action-log.ts'

/** What a form or a query sent, with the parameters of its path. Nothing of it was checked. */
export type Sent = Readonly<Record<string, unknown>>

/**
 * An act in progress: on what, with what was typed or chosen, and by whom. `id`: in the log.
 * `session`: the one that pressed the button. `stopping`: the server stops; an act in steps ends
 * after the one at hand.
 */
export type Acting<Subject, Fields> = {
  subject: Subject
  fields: Fields
  by: string
  id: string
  session?: string
  stopping?: AbortSignal
}

/** What every act needs. Each names more in its `Deps`. */
export type ActDeps = { store: Store; now: () => number }

/** A button that leads to the page of an act. */
type Offer = { label: string; danger?: true }

/**
 * One thing that an operator can do, declared beside its rule. From it follow its row in the log,
 * the page that asks, the POST, what the next screen reports, and the action of a command:
 * - `find` reads what the act is about, for its page and again as the button is pressed; null where
 *   that is gone, or the press does not say what its page asked.
 * - `ask` words the page that asks. An act without it happens at once.
 * - `fields` checks what is typed on that page; a wrong value is asked for again.
 * - `run` does it. It finds the world changed since the page asked.
 * - `outcome` says in the log what happened, `done` if nothing needs to be said.
 * - `refused` is a sentence where nothing was done, and the page asks again.
 */
export type Act<
  Deps extends ActDeps = any,
  Subject = any,
  Found extends Subject = any,
  Fields = any,
  Result = any,
> = {
  /** in the log, for good */
  name: string
  /** what the log and the next screen say was done */
  said: string
  /** said instead, where its detail `at` is a later time */
  planned?: string
  /** of its page and its POST; `:id` is part of what `find` reads */
  path?: string
  /** readers may do it too */
  readers?: true
  find?: (deps: Deps, sent: Sent, isPressed: boolean) => Promise<Found | null>
  ask?: (deps: Deps, found: Found) => Promise<Question>
  /** the button that leads there, on the screen of what the act is about; null: nothing to do */
  offer?: (found: Found) => Offer | null
  fields?: z.ZodType<Fields> | ((deps: Deps) => z.ZodType<Fields>)
  /** for the log; no address */
  details?: (acting: Pick<Acting<Subject, Fields>, 'subject' | 'fields'>) => ActToLog['details']
  /** whom the act concerns, for the log */
  personOf?: (subject: Subject) => string | undefined
  run: (deps: Deps, acting: Acting<Subject, Fields>) => Promise<Result>
  outcome: (result: Result) => string
  refused?: (result: Result) => string | null
  /** the screen that reports what happened; no result where the act goes on after its answer */
  leadsTo?: (subject: Subject, result: Result | undefined) => string
  /** shows how far it is, by its id in the log, while it takes longer than its answer */
  progress?: (id: string) => string
  /** a button that takes it back, once it is done */
  undo?: { path: string; label: string }
  command?: ActCommand<Deps, Subject, Fields, Result>
}

/** The values of a command's options, which their declarations have checked. */
type Given = Readonly<Record<string, any>>

/** The same as an action of a command. */
export type ActCommand<Deps, Subject, Fields, Result> = {
  needs?: CampaignPart
  name: string
  help: string
  argument?: string
  /** beside those of the act's fields (`fieldOptions`) */
  options?: Options
  /** of --json, where the output has a form of its own */
  jsonHelp?: string
  check?: (values: Given, argument: string) => void
  /** what the arguments mean, or why nothing is done */
  read?: (
    deps: Deps,
    values: Given,
    argument: string,
  ) => Promise<{ subject: Subject; fields: Fields } | { wrong: string }>
  /**
   * what it would do, or why it cannot: without --yes, which is among its options, the command says
   * so and does nothing
   */
  wouldDo?: (
    deps: Deps,
    acting: { subject: Subject; fields: Fields },
  ) => Promise<{ says: string; json: unknown } | { wrong: string } | null>
  /** said before it begins */
  begins?:
    | string
    | ((deps: Deps, acting: { subject: Subject; fields: Fields }) => Promise<string | null>)
  /** why nothing was done, where the page says it in other words */
  refused?: (result: Result) => string | null
  /** its result as text, and as JSON */
  says?: (result: Result, deps: Deps) => Promise<readonly string[]> | readonly string[]
  json?: (result: Result, deps: Deps) => unknown
  /** said at the end where there is no result */
  ends?: string
  /** 1: something needs attention; by default 0 */
  code?: (result: Result) => 0 | 1
}

/** Declares an act; the types of its parts follow from each other. */
export const act =
  <Deps extends ActDeps>() =>
  <Subject = undefined, Found extends Subject = Subject, Fields = unknown, Result = string>(
    declared: Act<Deps, Subject, Found, Fields, Result>,
  ): Act<Deps, Subject, Found, Fields, Result> =>
    declared

/**
 * DASH-2: does an act: its row in the log in a commit of its own, the act, then its outcome. An act
 * that throws keeps an empty outcome. `began` gets its id.
 */
export async function perform<Deps extends ActDeps, Subject, Found extends Subject, Fields, Result>(
  { name, details, personOf, run, outcome }: Act<Deps, Subject, Found, Fields, Result>,
  deps: Deps,
  acting: Omit<Acting<Subject, Fields>, 'id'>,
  began: (id: string) => void = () => {},
): Promise<{ id: string; result: Result }> {
  const { store, now } = deps
  const id = newId()
  const row: ActToLog = {
    operator: acting.by,
    action: name,
    personId: personOf?.(acting.subject),
    details: details?.(acting),
  }
  await store.transact((trx) => insertAct(trx, id, row, now()))
  began(id)
  const result = await run(deps, { ...acting, id })
  await store.transact((trx) => writeOutcome(trx, id, outcome(result)))
  return { id, result }
}

type Printing = { print: (line: string) => void; note?: (line: string) => void }

/**
 * The actions of a command that are acts, in their order. `depsOf` gives an act what it needs;
 * `progress` prints a line of how far it is.
 */
export function actionsOfActs<CommandDeps extends Printing, Deps extends ActDeps>(
  acts: readonly Act<Deps>[],
  depsOf: (deps: CommandDeps, progress: (line: string) => void) => Deps,
): Record<string, Action<CommandDeps>> {
  return Object.fromEntries(
    acts.flatMap((act) => (act.command ? [[act.command.name, actionOf(act, depsOf)]] : [])),
  )
}

function actionOf<CommandDeps extends Printing, Deps extends ActDeps>(
  act: Act<Deps>,
  depsOf: (deps: CommandDeps, progress: (line: string) => void) => Deps,
): Action<CommandDeps> {
  const { needs, help, argument, options, check, ...command } = act.command!
  return {
    ...(needs && { needs }),
    help,
    ...(argument !== undefined && { argument }),
    options: {
      ...fieldOptions(act.fields),
      ...options,
      ...(command.json && { json: { ...json, help: command.jsonHelp ?? json.help } }),
    },
    ...(check && { check }),
    async run(given, { json: asJson, ...values }, typed) {
      const { print, note = print } = given
      const deps = depsOf(given, asJson ? note : print)
      const read = (await command.read?.(deps, values, typed)) ?? {
        subject: undefined,
        fields: values,
      }
      if ('wrong' in read) return notDone(note, read.wrong)
      const { begins } = command
      const said = typeof begins === 'function' ? await begins(deps, read) : begins
      if (said && !asJson) note(said)
      const would = values['yes'] ? undefined : await command.wouldDo?.(deps, read)
      if (would) {
        if ('wrong' in would) return notDone(note, would.wrong)
        print(asJson ? JSON.stringify(would.json) : would.says)
        return 0
      }
      const { result } = await perform(act, deps, { ...read, by: shell })
      const refused = (command.refused ?? act.refused)?.(result)
      if (refused) return notDone(note, refused)
      if (asJson) print(JSON.stringify(await command.json!(result, deps)))
      else for (const line of (await command.says?.(result, deps)) ?? []) print(line)
      if (command.ends) note(command.ends)
      return command.code?.(result) ?? 0
    },
  }
}

/** What the help of a command says of a field: `field.meta({ value: 'REASON', help: '…' })`. */
type Said = { help?: string; value?: string }

/** The options of an act's command: those of its fields that say what the help is. */
export function fieldOptions(fields: unknown): Options {
  if (!(fields instanceof z.ZodObject)) return {}
  return Object.fromEntries(
    Object.entries(fields.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
      const option = optionOf(field)
      return option ? [[name, option]] : []
    }),
  )
}

function optionOf(field: z.ZodType): Option | null {
  const inner = field instanceof z.ZodOptional ? (field.unwrap() as z.ZodType) : field
  const { help, value = 'TEXT' } = (field.meta() ?? inner.meta() ?? {}) as Said
  if (help === undefined) return null
  if (inner instanceof z.ZodBoolean) return { flag: true, help }
  return {
    help,
    value,
    ...(inner === field && { required: true as const }),
    ...(inner instanceof z.ZodEnum && { oneOf: inner.options.map(String) }),
    ...(inner instanceof z.ZodNumber && { range: [inner.minValue!, inner.maxValue!] as const }),
  }
}

import { json, type Action } from '#server/cli/command-table.ts'
import { notDone } from '#server/cli/command.ts'
import { perform, type Act, type ActDeps } from './act.ts'
import { shell } from './action-log.ts'
import { fieldOptions } from './field-options.ts'

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
  const { help, argument, options, check, ...command } = act.command!
  return {
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

/**
 * An option of an action. Parsing, checks and help follow from it. `value` names its value in the
 * help.
 */
export type Option = { help: string } & (
  | { flag: true }
  | {
      value: string
      required?: true
      many?: true
      oneOf?: readonly string[]
      range?: readonly [min: number, max: number]
    }
)
export type Options = Readonly<Record<string, Option>>

type ValueOf<O extends Option> = O extends { flag: true }
  ? boolean
  : O extends { many: true }
    ? readonly string[]
    :
        | (O extends { range: unknown } ? number : string)
        | (O extends { required: true } ? never : undefined)
export type Values<O extends Options> = { [Name in keyof O]: ValueOf<O[Name]> }

/**
 * `argument` names the positional argument, in brackets where it is optional; a missing one is ''.
 * A `standalone` action needs neither settings nor a store: `deps` has only `print` and `note`.
 */
export type Action<Deps, O extends Options = any> = {
  help: string
  argument?: string
  options?: O
  standalone?: true
  /** throws UsageError for combinations of options */
  check?(values: Values<O>, argument: string): void
  /** resolves with the exit code: 0 done; 1 not done, or something needs attention */
  run(deps: Deps, values: Values<O>, argument: string): Promise<number>
}

/**
 * An operator's command: `npm run NAME -- ACTION`. A command without actions has one, named ''.
 * `server` says whether a server may run meanwhile.
 */
export type CommandTable<Deps> = {
  name: string
  help: string
  server: 'may run' | 'stopped'
  actions: Readonly<Record<string, Action<Deps>>>
}

/** Infers the types of an action's options for `run`. */
export const actionsOf =
  <Deps>() =>
  <const O extends Options>(action: Action<Deps, O>): Action<Deps> =>
    action

export const json = { flag: true, help: 'prints JSON instead of text' } as const satisfies Option

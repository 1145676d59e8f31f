/**
 * DASH-7: a setting of the server as the screen shows it. Of a secret that is set, `value` is
 * empty: it never leaves the server's configuration.
 */
export type ShownSetting = {
  name: string
  value: string
  isDefault: boolean
  isSecret: boolean
  help: string
}

export type SettingsView = {
  screen: 'settings'
  settings: readonly ShownSetting[]
  /** what the program runs on */
  program: readonly { term: string; value: string }[]
}

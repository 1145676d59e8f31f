/**
 * The variables that the build sees. It runs the code of many packages, which need no setting of the
 * server: no password, and no key.
 */
const passed =
  'CAMPAIGN PATH HOME USER LANG LC_ALL TZ TMPDIR TERM CI FORCE_COLOR NO_COLOR LD_LIBRARY_PATH NODE_COMPILE_CACHE'.split(
    ' ',
  )

export function buildEnvironment(env) {
  return Object.fromEntries(passed.flatMap((name) => (name in env ? [[name, env[name]]] : [])))
}

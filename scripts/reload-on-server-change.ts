import type { Plugin } from 'vite'

/**
 * Reloads the browser when a file changes that only the server renders. Islands and styles keep hot
 * updates.
 */
export function reloadOnServerChange(environments: readonly string[]): Plugin {
  return {
    name: 'reload-on-server-change',
    apply: 'serve',
    hotUpdate({ file, modules, server }) {
      const { client } = server.environments
      const onServer = environments.includes(this.environment.name) && modules.length > 0
      if (onServer && !client.moduleGraph.getModulesByFile(file)?.size)
        client.hot.send({ type: 'full-reload' })
    },
  }
}

import type { Plugin } from 'vite'

/**
 * Replaces Vite's preload helper. A browser remembers a module whose request failed for as long as the page is open (the HTML
 * standard's module map; Chromium 150 follows it), so a later `import()` of it fails without a request. Chromium remembers failed
 * preloads as well. A `fetch` has no such memory: the helper fetches every file of a chunk into the HTTP cache, and only then imports
 * it from there. So FLOW-3's and FLOW-4's next try asks for the files again.
 */
export function preloadBeforeImport(): Plugin {
  return {
    name: 'preload-before-import',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    load: (id) => (id === '\0vite/preload-helper.js' ? helper : null),
  }
}

/** `__vitePreload(load, files)` is called for each `import()`; `files` are paths below the site's root. */
const helper = `
const loading = {}
const fetchFile = (path) =>
  fetch(path).then((answer) => (answer.ok ? answer.blob() : Promise.reject(Error(path + ' ' + answer.status))))
const linkSheet = (path) =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = path
    link.onload = resolve
    link.onerror = () => {
      link.remove()
      reject(Error(path))
    }
    document.head.append(link)
  })
const load = (path) =>
  loading[path] ??= (path.endsWith('css') ? linkSheet : fetchFile)('/' + path).catch((error) => {
    delete loading[path]
    throw error
  })
export const __vitePreload = (importModule, files = []) => Promise.all(files.map(load)).then(importModule)
`

import type { Plugin } from 'vite'

/**
 * Replaces Vite's preload helper. A browser remembers a failed module request as long as the page
 * is open (the HTML standard's module map, and Chromium 150), so a later `import()` of it fails
 * without a request. Chromium remembers failed preloads too, but not a failed `fetch`. So the
 * helper fetches every file of a chunk into the HTTP cache and then imports it, and a retry
 * (FLOW-3, FLOW-4) requests the files again.
 */
export function preloadBeforeImport(): Plugin {
  return {
    name: 'preload-before-import',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load: (id) => (id === '\0vite/preload-helper.js' ? helper : null),
  }
}

/**
 * `__vitePreload(load, files)` is called for each `import()`; `files` are paths below the site's
 * root. A sheet is appended after all others: before one in the body, it would make Chromium match
 * the fonts of the whole page anew.
 */
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
    document.body.append(link)
  })
const load = (path) =>
  loading[path] ??= (path.endsWith('css') ? linkSheet : fetchFile)('/' + path).catch((error) => {
    delete loading[path]
    throw error
  })
export const __vitePreload = (importModule, files = []) => Promise.all(files.map(load)).then(importModule)
`

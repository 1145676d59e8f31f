import type { Plugin } from 'vite'

/** The part of an output file that the merge reads and writes. */
export type Bundle = Record<string, { code?: string }>

/**
 * Each file costs half a kilobyte of headers, and the bundler writes two files of about a hundred
 * bytes. One only renames the exports of a group's file; it is skipped, so that the import leads to
 * the group's file. The other is the bundler's helper for React's CommonJS; it moves into the one
 * file that uses it.
 */
export function mergeStubs(): Plugin {
  return {
    name: 'merge-stubs',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: { order: 'post', handler: (_, bundle) => mergeStubsIn(bundle as Bundle) },
  }
}

export function mergeStubsIn(bundle: Bundle): void {
  for (const [path, { code = '' }] of Object.entries(bundle)) {
    const file = fileOf(path)
    const [, names, group] = /^export\{([^}]*)\}from"\.\/([^"]+)";\s*$/.exec(code) ?? []
    const [, , helper, alias] = /^var (\w+)=(.*);export\{\1 as (\w+)\};\s*$/s.exec(code) ?? []
    if (names && group) skip(bundle, path, { file, names, group })
    else if (helper && alias) inline(bundle, path, { file, helper, alias })
  }
}

function skip(
  bundle: Bundle,
  path: string,
  { file, names, group }: { file: string; names: string; group: string },
) {
  delete bundle[path]
  const renamed = names
    .split(',')
    .map((pair) => pair.split(' as '))
    .map(([short, long = short]) => `${long}:e.${short}`)
    .join()
  rewriteThose(bundle, file, (code) =>
    code
      .replaceAll(
        new RegExp(`import\\((["'\`])\\./${RegExp.escape(file)}\\1\\)`, 'g'),
        `import("./${group}").then(e=>({${renamed}}))`,
      )
      .replaceAll(`import"./${file}";`, '')
      .replaceAll(file, fileOf(group)),
  )
}

function inline(
  bundle: Bundle,
  path: string,
  { file, helper, alias }: { file: string; helper: string; alias: string },
) {
  const importing = new RegExp(`import\\{${alias} as (\\w+)\\}from"\\./${RegExp.escape(file)}";`)
  const [user, ...others] = Object.keys(bundle).filter((name) =>
    importing.test(bundle[name]?.code ?? ''),
  )
  if (user === undefined || others.length > 0) return
  delete bundle[path]
  rewriteThose(bundle, file, (code) =>
    code
      .replace(importing, (_, local: string) => `var ${local}=${helper};`)
      .replaceAll(file, fileOf(user)),
  )
}

/** Remaining names are in a list of files to preload, where a duplicate is loaded once. */
function rewriteThose(bundle: Bundle, file: string, rewrite: (code: string) => string) {
  for (const output of Object.values(bundle))
    if (output.code?.includes(file)) output.code = rewrite(output.code)
}

const fileOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

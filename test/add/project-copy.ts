import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { copyTree } from '../../scripts/test-tree.ts'

/**
 * A copy of the project in a temporary folder, with this checkout's node_modules. Tests add a
 * section, a mail or a column to it and check what follows. `using copy = copyProject()` deletes it
 * at the end of the block.
 */
export function copyProject() {
  const folder = copyTree()
  return {
    folder,
    write(file: string, text: string) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    },
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    /** Replaces one occurrence of `from`. Throws where the file does not contain it. */
    edit(file: string, from: string, to: string) {
      const text = readFileSync(join(folder, file), 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not contain: ${from}`)
      writeFileSync(
        join(folder, file),
        text.replace(from, () => to),
      )
    },
    /** Runs a program of node_modules/.bin (or `node`) in the copy. */
    run(program: string, ...args: string[]) {
      const { status, stdout, stderr } = spawnSync(
        join(folder, 'node_modules/.bin', program),
        args,
        { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
      )
      return { status, output: stdout + stderr }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

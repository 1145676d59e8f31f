import { execFileSync } from 'node:child_process'
import { dashboardPaths } from '#contract/dashboard/navigation.ts'
import { ownForm, signedInWith, type SignedIn } from '#test/signed-in.ts'
import { startBench, type BenchServer } from './measure.ts'

/** A server on the store that `env` names, and an operator who signed in by a printed link. */
export async function startSignedIn(
  env: Record<string, string>,
): Promise<{ server: BenchServer; operator: SignedIn }> {
  const server = await startBench('src/server/main.ts', env)
  const printed = execFileSync(
    process.execPath,
    ['scripts/run-command.ts', 'dashboard', 'sign-in'],
    {
      env: { ...process.env, ...env, PORT: String(server.port) },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const url = `http://localhost:${server.port}`
  const token = /sign-in\/(\S+)/.exec(printed)![1]!
  const answer = await fetch(`${url}${dashboardPaths.signIn}/${token}`, {
    method: 'POST',
    redirect: 'manual',
    headers: ownForm,
  })
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  return { server, operator: signedInWith(url, cookie) }
}

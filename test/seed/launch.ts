import { navigation } from '#contract/dashboard/navigation.ts'
import { setLaunchState } from '#server/launch/periods.ts'
import { dayMs, playScene, type Scene, type Taken } from './scene.ts'

/** A launch that a pause lies over, with a close that is planned, and one that runs. */
export async function launch(taken: Taken) {
  await playScene(taken, {}, async (scene) => {
    const { take, anna, clock } = scene
    const { path } = navigation.launch
    await take('overview-idle', navigation.overview.path)
    await launched(scene, clock.now - 2 * dayMs)
    await take('launch-launched', path)
    await anna.post(`${path}/pause`, { 'until-day': '2026-11-26', 'until-time': '12:00' })
    await anna.post(`${path}/close`, {
      'at-day': '2026-12-03',
      'at-time': '12:00',
      'until-day': '2026-12-24',
      'until-time': '12:00',
    })
    await take('launch-paused', path)
    await take('launch-ask', `${path}/close`, {
      form: { 'at-day': '2026-11-23', 'at-time': '09:00' },
    })
  })
}

/** The shipped campaign names no shop, so its launch is refused; another's looks like this. */
const launched = ({ store }: Scene, at: number) =>
  store.transact((trx) =>
    setLaunchState(
      trx,
      {
        state: 'launched',
        at,
        until: null,
        by: 'shell',
        listFirstUntil: at + 3 * dayMs,
        eraseAt: at + 31 * dayMs,
      },
      at,
    ),
  )

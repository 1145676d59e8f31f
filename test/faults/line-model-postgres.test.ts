import { test } from 'vitest'
import { lineModelMs, livesOf, tryLives } from '#test/line-lives.ts'

const lives = livesOf('POSTGRES', 12)

test.skipIf(lives === 0)(
  '[LINE-1] [LINE-2] [LINE-4] [LINE-5] [LINE-8] whatever happens to a line on Postgres, every place is that of a plain sort',
  () => tryLives('postgres', lives),
  lineModelMs,
)

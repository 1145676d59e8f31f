import type { Log } from '#server/config/log.ts'

const nothing = () => {}
export const silentLog: Log = { info: nothing, warn: nothing, error: nothing, debug: nothing }

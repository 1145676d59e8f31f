/** The server of `npm start`. Its clock shows CLOCK_START (ms) at the start and runs on from there. */
const { now } = Date
const ahead = Number(process.env['CLOCK_START']) - now()
Date.now = () => now() + ahead
await import(new URL('../dist/fuel/server/main.js', import.meta.url).href)

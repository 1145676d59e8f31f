/** `npm start`'s server, whose clock stands at CLOCK_START (ms) when it starts, and runs on from there. */
const { now } = Date
const ahead = Number(process.env['CLOCK_START']) - now()
Date.now = () => now() + ahead
await import(new URL('../dist/server/main.js', import.meta.url).href)

import { chromium } from 'playwright-core'
import { serveDashboardStates } from './dashboard-states-server.ts'
import { dashboardStates } from '../src/dashboard/states/list.ts'
import { writeFileSync } from 'node:fs'
const given = process.argv.slice(2)
const names = given.length ? given : dashboardStates.map((s) => s.name)
const states = await serveDashboardStates('/work/wt/over/dist')
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const width of [1280, 390, 320, 1000]) {
  const p = await b.newPage({ viewport: { width, height: 800 } })
  p.on('console', (m) => console.log('console', m.text()))
  for (const n of names) {
    await p.goto(`${states.url}/${n}`)
    await p.evaluate('document.fonts.ready')
    await p.screenshot({ path: `/tmp/over-${n}-${width}.png`, fullPage: true })
    const over = await p.evaluate('document.documentElement.scrollWidth - innerWidth')
    if (width === 1280) {
      const pdf = await p.pdf({ preferCSSPageSize: true })
      writeFileSync(`/tmp/over-${n}.pdf`, pdf)
      console.log(n, 'pages', pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length)
    }
    console.log(
      n,
      width,
      'overflow',
      over,
      await p.evaluate(
        "document.querySelector('.needles tbody tr:nth-child(2)')?.getBoundingClientRect().bottom",
      ),
    )
  }
  await p.close()
}
await b.close()
await states.close()

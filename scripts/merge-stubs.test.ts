import { expect, test } from 'vitest'
import { mergeStubsIn, type Bundle } from './merge-stubs.ts'

const merged = (bundle: Bundle) => (mergeStubsIn(bundle), bundle)

test("an import of a file that only renames a group's exports leads to the group's file", () => {
  expect(
    merged({
      'assets/index-1.js': {
        code: 'const m=["assets/stub-2.js","assets/group-3.js"];const f=()=>import(`./stub-2.js`),g=()=>import("./other-4.js");',
      },
      'assets/stub-2.js': { code: 'export{o as Form,hydrate}from"./group-3.js";\n' },
      'assets/group-3.js': { code: 'import"./stub-2.js";var a=1;export{a as o,hydrate};' },
    }),
  ).toEqual({
    'assets/index-1.js': {
      code: 'const m=["assets/group-3.js","assets/group-3.js"];const f=()=>import("./group-3.js").then(e=>({Form:e.o,hydrate:e.hydrate})),g=()=>import("./other-4.js");',
    },
    'assets/group-3.js': { code: 'var a=1;export{a as o,hydrate};' },
  })
})

test('a helper goes into the one file that uses it', () => {
  expect(
    merged({
      'assets/react-1.js': {
        code: 'import{t as e}from"./runtime-2.js";var r=e(()=>{});export{r};',
      },
      'assets/runtime-2.js': { code: 'var e=(e,t)=>()=>(t||e(t={exports:{}}),t);export{e as t};' },
      'assets/index-3.js': { code: 'const m=["assets/react-1.js","assets/runtime-2.js"]' },
    }),
  ).toEqual({
    'assets/react-1.js': {
      code: 'var e=(e,t)=>()=>(t||e(t={exports:{}}),t);var r=e(()=>{});export{r};',
    },
    'assets/index-3.js': { code: 'const m=["assets/react-1.js","assets/react-1.js"]' },
  })
})

test('a helper that two files use stays a file', () => {
  const helped = (name: string) => ({ code: `import{t as ${name}}from"./runtime-2.js";${name}();` })
  const bundle = () => ({
    'assets/a.js': helped('e'),
    'assets/b.js': helped('n'),
    'assets/runtime-2.js': { code: 'var e=1;export{e as t};' },
  })
  expect(merged(bundle())).toEqual(bundle())
})

import { describe, expect, test } from 'vitest'
import { nextState, stateOf, verdictOf, type FormAction } from './use-email-form.ts'

const typing = (text: string, ...events: FormAction[]) =>
  [{ type: 'typed', text } as const, ...events].reduce(
    nextState,
    stateOf({ state: 'idle', typed: '' }),
  )

describe('typed text', () => {
  test.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['sanne', 'invalid'],
    ['sanne@fuel', 'invalid'],
    ['sanne@fuel.', 'invalid'],
    ['@fuel.example', 'invalid'],
    ['san ne@fuel.example', 'invalid'],
    ['sanne@fuel.example', 'valid'],
    ['  sanne@fuel.example  ', 'valid'],
  ])('[FORM-2] %j is %s', (text, verdict) => {
    expect(verdictOf(typing(text))).toBe(verdict)
  })
})

test('[FORM-3] valid text can be submitted, and success takes the form away', () => {
  const submitting = typing('sanne@fuel.example', { type: 'submitted' })
  expect(submitting.step).toBe('submitting')
  expect(nextState(submitting, { type: 'joined', email: 'sanne@fuel.example' }).step).toBe('joined')
})

test.each(['', 'sanne@fuel'])('[FORM-4] %j is not submitted', (text) => {
  expect(typing(text, { type: 'submitted' }).step).toBe('editing')
})

test('[FORM-6] an address that the server refuses is invalid until it is changed', () => {
  const refused = typing(
    'sanne@fuel.example',
    { type: 'submitted' },
    { type: 'refused', reason: '' },
  )
  expect([refused.step, verdictOf(refused)]).toEqual(['editing', 'invalid'])
  expect(verdictOf(nextState(refused, { type: 'typed', text: 'sanne@fuel.example' }))).toBe(
    'invalid',
  )
  expect(verdictOf(nextState(refused, { type: 'typed', text: 'daan@fuel.example' }))).toBe('valid')
})

test('[FORM-9] another address brings the form back with the text in it', () => {
  const again = typing(
    'sanne@fuel.example',
    { type: 'submitted' },
    { type: 'joined', email: 'sanne@fuel.example' },
    { type: 'another' },
  )
  expect([again.step, again.typed]).toEqual(['editing', 'sanne@fuel.example'])
})

describe('a form that comes back from the server', () => {
  test('[FORM-8] refused: the message stands, what was typed is kept', () => {
    const state = stateOf({ state: 'invalid', typed: 'sanne@fuel' })
    expect([state.typed, verdictOf(state)]).toEqual(['sanne@fuel', 'invalid'])
  })
  test('[FORM-8] sent empty: the message stands until something is typed', () => {
    const state = stateOf({ state: 'invalid', typed: '' })
    expect(verdictOf(state)).toBe('invalid')
    expect(
      verdictOf(
        nextState(nextState(state, { type: 'typed', text: 's' }), { type: 'typed', text: '' }),
      ),
    ).toBe('empty')
  })
  test('[FORM-8] stored: the welcome names the address', () => {
    const state = stateOf({ state: 'welcome', email: 'sanne@fuel.example', formPath: '/?again' })
    expect([state.step, state.typed]).toEqual(['joined', 'sanne@fuel.example'])
  })
})

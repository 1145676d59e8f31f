import { expect, test } from 'vitest'
import { clientRange, rangeKey } from './client-range.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'], ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'], ['2001:0db8:1:2::9', '2001:db8:1:2::/64'], ['::1', '0:0:0:0::/64'], ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'], ['::ffff:cb00:7107', '203.0.113.7'],
  ['203.0.113.7:50000', '203.0.113.7'], ['[2001:db8:1:2::9]:50000', '2001:db8:1:2::/64'], ['unknown7', 'no address'], ['', 'no address'], ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s is counted as %s', (address, range) => expect(clientRange(address)).toBe(range))

test('the stored key names no address and differs by secret', () => {
  expect(rangeKey('one', '203.0.113.7')).not.toContain('203')
  expect(rangeKey('one', '203.0.113.7')).not.toBe(rangeKey('two', '203.0.113.7'))
})

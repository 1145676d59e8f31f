import { expect, test } from 'vitest'
import { tightBudget } from './budgets.ts'
import { clientNetworks, networkCharges, turnNetworkOf } from './client-network.ts'

const documented = ['203.0.113.7', '203.0.113.0/24']
const site = ['2001:db8:1:2::/64', '2001:db8:1:0::/56', '2001:db8:1:0::/48']

test.each([
  ['203.0.113.7', documented],
  ['::ffff:203.0.113.7', documented],
  ['0:0:0:0:0:ffff:203.0.113.7', documented],
  ['::ffff:cb00:7107', documented],
  ['203.0.113.7:50000', documented],
  ['2001:db8:1:2:3:4:5:6', site],
  ['2001:0db8:1:2::9', site],
  ['[2001:db8:1:2::9]:50000', site],
  ['2001:db8:1:ab12::9', ['2001:db8:1:ab12::/64', '2001:db8:1:ab00::/56', '2001:db8:1:0::/48']],
  ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0:0::/48']],
  ['fe80::1%eth0', ['fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0:0::/48']],
  ['fe80::1%eth0.1', ['fe80:0:0:0::/64', 'fe80:0:0:0::/56', 'fe80:0:0:0::/48']],
  ['3405803783', ['no address']],
  ['0xcb.0x71.7', ['no address']],
  ['unknown7', ['no address']],
  ['', ['no address']],
])('%s is counted as %s', (address, networks) =>
  expect(clientNetworks(address).map(({ network }) => network)).toEqual(networks),
)

test('an IPv4 /24 has ten times the budget of an address, an IPv6 /56 twice and a /48 eight times that of a /64', () => {
  expect(
    ['203.0.113.7', '2001:db8::1'].map((address) =>
      clientNetworks(address).map(({ times }) => times),
    ),
  ).toEqual([
    [1, 10],
    [1, 2, 8],
  ])
})

test('the stored keys name no address and differ by secret, by kind and by network', () => {
  const keys = (secret: string, kind = 'tight') =>
    networkCharges(secret, '203.0.113.7', kind, tightBudget).map(({ key }) => key)
  expect(keys('one').join()).not.toContain('203')
  expect(new Set([...keys('one'), ...keys('two'), ...keys('one', 'normal')]).size).toBe(6)
})

test('a mail takes the turn of the /24 or the /48 that asked for it, whose hash differs by secret', () => {
  const network = (address: string, secret = 'one') => turnNetworkOf(secret, address)
  expect([network('203.0.113.7'), network('2001:db8:1:2::9')]).toEqual([
    network('203.0.113.200'),
    network('2001:db8:1:ffff::1'),
  ])
  expect(
    new Set([
      network('203.0.113.7'),
      network('203.0.114.7'),
      network('203.0.113.7', 'two'),
      network('2001:db8:1:2::9'),
      network('2001:db8:2:2::9'),
    ]).size,
  ).toBe(5)
})

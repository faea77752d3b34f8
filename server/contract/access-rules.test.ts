import { expect, test } from 'vitest'
import { keyNameProblem, passwordProblem, usernameProblem } from './access-rules.ts'
import { auth as texts } from './messages.ts'

test.each([
  ['alice', undefined],
  ['Zoë Müller', undefined],
  ['a'.repeat(64), undefined],
  ['👩‍🚀'.normalize(), texts.usernameCharacters],
  ['🦊'.repeat(64), undefined],
  ['', texts.usernameRequired],
  ['a'.repeat(65), texts.usernameTooLong(64)],
  ['a'.repeat(1_000_000), texts.usernameTooLong(64)],
  ['al:ice', texts.usernameCharacters],
  [' alice', texts.usernameCharacters],
  ['alice\n', texts.usernameCharacters],
  ['al\u0000ice', texts.usernameCharacters],
  ['al\u202eice', texts.usernameCharacters],
])('a username is 1 to 64 printable characters: %#', (username, problem) => {
  expect(usernameProblem(username, texts)).toBe(problem)
})

test.each([
  ['12345678', undefined],
  ['🦊'.repeat(8), undefined],
  ['a'.repeat(1_024), undefined],
  ['🦊'.repeat(1_024), undefined],
  ['1234567', texts.passwordTooShort(8)],
  ['🦊'.repeat(7), texts.passwordTooShort(8)],
  ['', texts.passwordTooShort(8)],
  ['a'.repeat(1_025), texts.passwordTooLong(1_024)],
  ['a'.repeat(1_000_000), texts.passwordTooLong(1_024)],
])('a password is 8 to 1024 characters as a person counts them: %#', (password, problem) => {
  expect(passwordProblem(password, texts)).toBe(problem)
})

test.each([
  ['backup script', undefined],
  ['', texts.keyNameRequired],
  ['  ', texts.keyNameRequired],
  ['a'.repeat(65), texts.keyNameTooLong(64)],
  ['a\tb', texts.keyNameCharacters],
  ['environment', texts.keyNameReserved('environment')],
])(
  "a key's name is 1 to 64 printable characters, and not the environment's: %#",
  (name, problem) => {
    expect(keyNameProblem(name, texts)).toBe(problem)
  },
)

import type { rules } from '../../texts/texts.ts'

type Group = keyof typeof rules.form.groups

/** The kinds that a form offers by their words, those that people know first. */
export const KIND_GROUPS: readonly (readonly [Group, readonly number[]])[] = [
  ['writing', [1, 1111, 30023, 20, 21, 22, 1222, 1068, 9, 11, 42, 1311, 30024]],
  ['reacting', [7, 6, 16, 1018, 9802, 1985, 1984]],
  ['profile', [0, 3, 10002, 10000, 10001, 10003, 10050, 30000, 30003, 30078, 30315]],
  ['messages', [4, 13, 1059]],
  ['deleting', [5, 62]],
  ['logins', [22242, 27235, 24242]],
  ['money', [9734, 9321, 23194, 17375]],
]

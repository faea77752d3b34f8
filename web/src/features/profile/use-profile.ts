import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { callForFile } from '../../lib/api-client.ts'
import { SHOWN_KEYSET } from '../../lib/shown-keyset.ts'
import { useProfileAnswer } from './get-profile.ts'

export interface Profile {
  /** Safe to show, on one line. */
  name?: string
  /** An address of this page, for an image. */
  picture?: string
}

/** What nostr tells of the identity; nothing where its owner has not switched that on. */
export function useProfile(): Profile {
  const { data } = useProfileAnswer()
  const { enabled = false, hasPicture = false, name, fetchedAt } = data ?? {}
  const { data: picture } = useQuery({
    queryKey: ['profile', SHOWN_KEYSET, 'picture', fetchedAt],
    queryFn: async ({ signal }) => {
      // The session goes as a header, which an image can't send.
      const { content } = await callForFile('GET', '/api/profile/picture', { signal })
      return content
    },
    enabled: enabled && hasPicture,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const address = useAddressOf(enabled && hasPicture ? picture : undefined)
  return {
    ...(name !== undefined && { name }),
    ...(address !== undefined && { picture: address }),
  }
}

/** An address for bytes that the page has, as long as it is shown. */
function useAddressOf(content: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (content === undefined) return
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => {
      setAddress(undefined)
      URL.revokeObjectURL(made)
    }
  }, [content])
  return address
}

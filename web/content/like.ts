/** The likes of an article. A visitor's like exists only in the open page and is not stored. */
export type Like = { likes: number; isLiked: boolean }

/** Returns the likes after the visitor pressed the Like button: adds the visitor's like, or removes it. */
export const toggled = ({ likes, isLiked }: Like): Like => ({
  likes: isLiked ? likes - 1 : likes + 1,
  isLiked: !isLiked,
})

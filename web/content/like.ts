/** Likes of an article; they live in the page only. */
export type Like = { likes: number; isLiked: boolean }

/** The other way round, and one more or less. */
export const toggled = ({ likes, isLiked }: Like): Like => ({
  likes: isLiked ? likes - 1 : likes + 1,
  isLiked: !isLiked,
})

/** The likes of an article. They exist only in the open page and are not stored. */
export type Like = { likes: number; isLiked: boolean }

/** Returns the likes after a press on the Like button, which likes an article or takes the like back. */
export const toggled = ({ likes, isLiked }: Like): Like => ({
  likes: isLiked ? likes - 1 : likes + 1,
  isLiked: !isLiked,
})

type Like = { likes: number; isLiked: boolean }

export const toggled = ({ likes, isLiked }: Like): Like => ({
  likes: isLiked ? likes - 1 : likes + 1,
  isLiked: !isLiked,
})

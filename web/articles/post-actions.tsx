import { useState } from 'react'
import { measure } from '../privacy/analytics.ts'
import { toggled } from '../content/like.ts'
import type { Post } from '../content/posts.ts'
import { Icon } from '../parts/icon.tsx'
import { ContentIcon } from './content-icon.tsx'
import css from '../pages/blog.module.css'

async function copy(link: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link)
    alert('Link copied to clipboard!')
    return true
  } catch (cause) {
    console.warn('The browser does not let this page write to the clipboard.', cause)
    alert('Failed to copy link.')
    return false
  }
}

async function share({ id, title, excerpt }: Post): Promise<void> {
  measure({ name: 'blog_post_share', label: title })
  const url = `${location.origin}/blog/${id}`
  const isShared =
    'share' in navigator
      ? await navigator.share({ title, text: excerpt, url }).then(
          () => true,
          // An AbortError means that the visitor closed the share sheet.
          (cause: unknown) =>
            cause instanceof DOMException && cause.name === 'AbortError' ? false : copy(url),
        )
      : await copy(url)
  if (isShared) measure({ name: 'blog_post_share_success', label: title })
}

export function PostActions({ post }: { post: Post }) {
  const [like, setLike] = useState({ likes: post.likes, isLiked: false })
  const change = () => {
    const next = toggled(like)
    setLike(next)
    measure({ name: next.isLiked ? 'blog_post_like' : 'blog_post_unlike', label: post.title })
  }
  return (
    <>
      <button
        type="button"
        className={`btn btn-line${like.isLiked ? ` ${css.liked}` : ''}`}
        aria-pressed={like.isLiked}
        aria-label={`Like, ${like.likes} likes`}
        onClick={change}
      >
        <ContentIcon name="heart" /> {like.likes}
      </button>
      <button type="button" className="btn btn-line" onClick={() => void share(post)}>
        <Icon name="share" /> Share
      </button>
    </>
  )
}

export function PostMeta({ post }: { post: Post }) {
  return (
    <p className={css.facts}>
      <span className={css.badge}>{post.category}</span>
      <time dateTime={post.published}>{post.publishDate}</time>
      <span>{post.readTime}</span>
    </p>
  )
}

export function PostTags({ post }: { post: Post }) {
  return (
    <ul className={css.tags} aria-label="Tags">
      {post.tags.map((tag) => (
        <li key={tag}>#{tag}</li>
      ))}
    </ul>
  )
}

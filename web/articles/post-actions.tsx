import { useState } from 'react'
import { measure } from '../privacy/analytics.ts'
import { toggled } from '../content/like.ts'
import type { Post } from '../content/posts.ts'
import { Icon } from '../parts/icon.tsx'
import { ContentIcon } from './content-icon.tsx'
import type { Parts } from '#texts/parts.ts'
import { useSay, useTexts } from '../app/texts.ts'
import css from '../pages/blog.module.css'

async function copy(link: string, texts: Parts['pages/blog']): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(link)
    alert(texts.copied)
    return true
  } catch (cause) {
    console.warn('The browser does not let this page write to the clipboard.', cause)
    alert(texts.copyFailed)
    return false
  }
}

async function share({ id, title, excerpt }: Post, texts: Parts['pages/blog']): Promise<void> {
  measure({ name: 'blog_post_share', label: title })
  const url = `${location.origin}/blog/${id}`
  const isShared =
    'share' in navigator
      ? await navigator.share({ title, text: excerpt, url }).then(
          () => true,
          // An AbortError means that the visitor closed the share sheet.
          (cause: unknown) =>
            cause instanceof DOMException && cause.name === 'AbortError' ? false : copy(url, texts),
        )
      : await copy(url, texts)
  if (isShared) measure({ name: 'blog_post_share_success', label: title })
}

export function PostActions({ post }: { post: Post }) {
  const texts = useTexts('pages/blog')
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
        aria-label={useSay()(texts.likes, { n: like.likes })}
        onClick={change}
      >
        <ContentIcon name="heart" /> {like.likes}
      </button>
      <button type="button" className="btn btn-line" onClick={() => void share(post, texts)}>
        <Icon name="share" /> {texts.share}
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
    <ul className={css.tags} aria-label={useTexts('pages/blog').tags}>
      {post.tags.map((tag) => (
        <li key={tag}>#{tag}</li>
      ))}
    </ul>
  )
}

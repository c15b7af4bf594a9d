package kofa

import "context"

// Iterator walks through a list, page by page as its items are asked for:
//
//	for items.Next(ctx) {
//		use(items.Item())
//	}
//	if err := items.Err(); err != nil {
type Iterator[T any] struct {
	page func(context.Context) ([]T, bool, error)
	rest []T
	item T
	more bool
	err  error
}

func newIterator[T any](page func(context.Context) ([]T, bool, error)) *Iterator[T] {
	return &Iterator[T]{page: page, more: true}
}

// Next moves to the next item; false at the end or after an error.
func (i *Iterator[T]) Next(ctx context.Context) bool {
	for len(i.rest) == 0 {
		if !i.more || i.err != nil {
			return false
		}
		i.rest, i.more, i.err = i.page(ctx)
	}
	i.item, i.rest = i.rest[0], i.rest[1:]
	return true
}

// Item is the one that Next moved to.
func (i *Iterator[T]) Item() *T {
	return &i.item
}

// Err is what ended the walk, or nil.
func (i *Iterator[T]) Err() error {
	return i.err
}
